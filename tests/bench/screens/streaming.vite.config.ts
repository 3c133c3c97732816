import { fileURLToPath } from 'node:url'
import { screensConfig } from './config.ts'

const STREAMING_ENTRY = fileURLToPath(new URL('./streaming-entry.tsx', import.meta.url))

/** The product's screens with the streaming server entry instead of their own. */
export default screensConfig({
  appDirectory: 'app',
  buildDirectory: 'build/bench/streaming',
  plugins: [
    {
      name: 'streaming-entry',
      enforce: 'pre',
      resolveId: (source) => (source.endsWith('/app/entry.server.tsx') ? STREAMING_ENTRY : null),
    },
  ],
})
