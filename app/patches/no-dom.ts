// In place of `react-dom` in the server's bundle, where there is no document: 44 KB of the worker, compressed. The router and the
// components name these; nothing calls them while a page is rendered. tests/edge/http/render.test.ts renders every screen with it.
// It can go when the router's server build imports no `react-dom`.

function needsDocument(): never {
  throw new Error('This works in a browser only.')
}

export const createPortal = needsDocument
export const flushSync = needsDocument
export default { createPortal, flushSync }
