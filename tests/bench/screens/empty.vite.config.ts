import { screensConfig } from './config.ts'

/** A Remix app of one page with nothing on it. */
export default screensConfig({
  appDirectory: 'tests/bench/screens/empty',
  buildDirectory: 'build/bench/empty',
})
