export { facebook } from './facebook.ts'
export { type ConnectedPage, pagesRequest, parsePages } from './pages.ts'
