/** The page speaks: it says what the table tells it to say, a newer sentence in the place of an older one of its kind. */

import { lineTo } from "./line.js";
import { language, t } from "./words.js";

/** A page's voice; gives the function that has it speak, or be silent, as the table's voice says, and hold its tongue while the
 *  table listens. `say` is told one sentence for people when the page cannot be heard, and "" once it can. `html[data-aloud]` is
 *  "on" while it hears what to say.
 *  @param {(sentence: string) => void} say */
export function reader(say) {
  /** @type {ReturnType<typeof lineTo> | null} */
  let line = null;
  let percent = 0;
  const queue = speaking(() => percent / 100, say);

  function open() {
    line = lineTo(`/api/speech/${language}`, {
      beat: () => { document.documentElement.dataset.aloud = "on"; },
      say(data) {
        const { kind, sentence } = JSON.parse(data);
        queue.say(kind, sentence);
      },
      hush: (data) => queue.hush(JSON.parse(data).kind),
    }, { lost: () => { document.documentElement.dataset.aloud = ""; } });
  }

  return (/** @type {Wire.Voicing} */ voice, /** @type {boolean} */ isHeld) => {
    percent = voice.percent;
    queue.hold(isHeld);
    const speaks = voice.by !== "table" && percent > 0;
    if (speaks && !line) {
      open();
    } else if (!speaks && line) {
      line.close();
      line = null;
      document.documentElement.dataset.aloud = "";
      queue.hush(null);
      say("");
    }
  };
}

const OURS = ["canceled", "interrupted"]; // what ends a sentence because we say so

/** Sentences spoken one after the other, the newest of each kind.
 *  @param {() => number} volume from 0 to 1
 *  @param {(sentence: string) => void} wrong */
function speaking(volume, wrong) {
  const synthesis = window.speechSynthesis; // every browser of this decade has it
  /** @type {Map<string, string>} */
  const waiting = new Map(); // by kind, in the order in which they are spoken
  /** @type {string | null} */
  let spoken = null; // the kind of what is being said
  let held = false;

  function next() {
    const [first] = waiting;
    if (held || spoken !== null || !first) return;
    const [kind, sentence] = first;
    waiting.delete(kind);
    spoken = kind;
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language;
    utterance.volume = volume();
    utterance.addEventListener("start", () => wrong(""));
    utterance.addEventListener("end", over);
    utterance.addEventListener("error", ({ error }) => {
      if (error === "not-allowed") untouched();
      else if (!OURS.includes(error)) wrong(t("This screen cannot speak: its browser has no voice for it."));
      over();
    });
    synthesis.speak(utterance);
  }

  function over() {
    spoken = null;
    next();
  }

  /** A browser lets a page speak once somebody has touched it. */
  function untouched() {
    wrong(t("Touch this screen once, so that it may speak."));
    addEventListener("pointerdown", () => wrong(""), { once: true });
  }

  return {
    /** @param {string} kind
     *  @param {string} sentence */
    say(kind, sentence) {
      waiting.delete(kind); // it goes to the end
      waiting.set(kind, sentence);
      if (spoken === kind) synthesis.cancel(); // which ends it, and begins the next
      else next();
    },
    /** @param {boolean} isHeld whether what is to be said waits, and what is being said is broken off */
    hold(isHeld) {
      if (held === isHeld) return;
      held = isHeld;
      if (!held) next();
      else if (spoken !== null) synthesis.cancel();
    },
    /** @param {string | null} kind null is every kind */
    hush(kind) {
      if (kind === null) waiting.clear();
      else waiting.delete(kind);
      if (spoken !== null && (kind === null || kind === spoken)) synthesis.cancel();
    },
  };
}
