/** A screen stays on while a match runs. Where the page may ask for that (over https, or on the table's own machine) it
 *  does; over http on a network no browser offers it, and a silent video in the page does instead: browsers keep the screen
 *  on for one. Chromium wants it to fill a fifth of the page, Firefox a sound track, Safari a sound track that is not muted
 *  and a video that does not loop (VideoWakeLock::ShouldBeActive of Blink, HTMLVideoElement::ShouldCreateVideoWakeLock of
 *  Gecko, HTMLMediaElement::shouldDisableSleep of WebKit). */

import { h } from "./dom.js";

const AGAIN_S = 5; // of the video's ten: it is sent back before it ends

/** Gives the function that is told whether the screen is to stay on. `html[data-awake]` is "lock", "video", or "" while
 *  the screen may sleep: also until somebody touches the page, where its browser wants that first. */
export function staying() {
  let wanted = false;
  /** @type {(EventTarget & { release(): Promise<void> }) | null} */
  let lock = null;
  /** @type {HTMLVideoElement | null} */
  let video = null;
  /** @type {Promise<void>} */
  let turn = Promise.resolve(); // one thing after the other

  async function settle() {
    if (!wanted) return sleep();
    if (document.hidden || document.documentElement.dataset.awake) return;
    lock = (await /** @type {any} */ (navigator).wakeLock?.request("screen").catch(() => null)) ?? null; // refused: a saving battery, say
    if (lock) {
      lock.addEventListener("release", () => { // as whenever the page is not looked at
        lock = null;
        say("");
      });
      return say("lock");
    }
    video ??= silent();
    await video.play().then(() => say("video"), () => null); // refused: nobody has touched the page yet
  }

  async function sleep() {
    await lock?.release();
    video?.remove();
    video?.pause();
    video = null;
    say("");
  }

  const again = () => { turn = turn.then(settle); };
  document.addEventListener("visibilitychange", again);
  addEventListener("click", () => wanted && again());
  say("");
  return (/** @type {boolean} */ awake) => {
    if (wanted === awake) return;
    wanted = awake;
    again();
  };
}

/** @param {"lock" | "video" | ""} how */
function say(how) {
  document.documentElement.dataset.awake = how;
}

/** The video, in the page. Only Safari has to hear its silence: elsewhere it would end somebody's music. */
function silent() {
  const video = h("video", { class: "awake", src: new URL("../awake.mp4", import.meta.url).href, playsinline: true, "aria-hidden": "true", tabindex: -1 });
  video.muted = !navigator.vendor.startsWith("Apple");
  video.disableRemotePlayback = true;
  video.addEventListener("timeupdate", () => { if (video.currentTime > AGAIN_S) video.currentTime = 0; });
  video.addEventListener("pause", () => { if (document.documentElement.dataset.awake === "video") say(""); }); // a call, say
  document.body.append(video);
  return video;
}
