import { build } from './local/build.ts'

await build()
console.log('Built: build/client (screens), build/worker (the worker).')
