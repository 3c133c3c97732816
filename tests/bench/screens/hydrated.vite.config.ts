import { screensConfig } from './config.ts'

/** A Remix app with one page that has a button and hydrates in the browser. */
export default screensConfig({
  appDirectory: 'tests/bench/screens/hydrated',
  buildDirectory: 'build/bench/hydrated',
})
