import { screensConfig } from './config.ts'

/** A Remix app of one page with a button, whose scripts browsers run. */
export default screensConfig({
  appDirectory: 'tests/bench/screens/hydrated',
  buildDirectory: 'build/bench/hydrated',
})
