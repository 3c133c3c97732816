declare module '*/turbo-stream/dist/turbo-stream.mjs' {
  export * from 'turbo-stream'
}
