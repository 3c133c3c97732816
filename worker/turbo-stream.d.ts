declare module '*/turbo-stream/dist/turbo-stream.mjs' {
  export { encode } from 'turbo-stream'
}
