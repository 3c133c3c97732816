// What the server's bundle has instead of `react-dom`, which is a third of React and useless without a document. The
// router and the components name these; nothing calls them while a page is rendered.

function needsDocument(): never {
  throw new Error('This works in a browser only.')
}

export const createPortal = needsDocument
export const flushSync = needsDocument
export default { createPortal, flushSync }
