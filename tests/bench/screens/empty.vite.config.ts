import { screensConfig } from './config.ts'

/** A Remix app with one empty page. */
export default screensConfig({
  appDirectory: 'tests/bench/screens/empty',
  buildDirectory: 'build/bench/empty',
})
