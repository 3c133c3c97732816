/** Node's own entry has no web stream renderer; the browser's has, but comes without types. */
declare module 'react-dom/server.browser' {
  export { renderToReadableStream } from 'react-dom/server'
}
