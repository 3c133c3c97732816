// Replaces `react-dom` in the server's bundle, where there is no document: saves 44 KB of the worker, compressed. The
// router and the components import these names, but never call them while rendering. tests/edge/http/render.test.ts
// renders every screen with it. Remove it when the router's server build no longer imports `react-dom`.

function needsDocument(): never {
  throw new Error('This works in a browser only.')
}

export const createPortal = needsDocument
export const flushSync = needsDocument
export default { createPortal, flushSync }
