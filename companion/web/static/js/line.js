/** A line from the server by which a page hears what happens, opened again for as long as the page wants it. */

const SILENT_MS = 12_000; // three beats
const AGAIN_MS = 1_000;

/** A line to `address`, open from now on: a browser opens one again that broke off, but not one that was refused (the server
 *  has no room, or is being started anew), nor one that is dead and says nothing. `hearers` are given the data of the events
 *  they are called by; each of these says that the line is there. `opened` is called whenever it has been opened, `lost` while it
 *  is not there.
 *  @param {string} address
 *  @param {Record<string, (data: string) => void>} hearers
 *  @param {{ opened?: () => void, lost: () => void }} whenever
 *  @returns {{ open: () => void, close: () => void }} what opens it anew, and what ends it */
export function lineTo(address, hearers, { opened = () => {}, lost }) {
  let heardMs = 0;
  let source = opening();

  function opening() {
    const made = new EventSource(address);
    heardMs = performance.now();
    made.addEventListener("open", opened);
    made.addEventListener("error", lost);
    for (const [name, hear] of Object.entries(hearers)) {
      made.addEventListener(name, ({ data }) => {
        heardMs = performance.now();
        hear(data);
      });
    }
    return made;
  }

  function open() {
    source.close();
    source = opening();
  }

  const watch = setInterval(() => {
    if (source.readyState !== EventSource.CLOSED && performance.now() - heardMs <= SILENT_MS) return;
    lost();
    open();
  }, AGAIN_MS);
  return { open, close: () => { clearInterval(watch); source.close(); } };
}
