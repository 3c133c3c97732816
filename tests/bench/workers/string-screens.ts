import { createApp } from '#worker/http/app.ts'
import * as build from '../../../build/server/index.js'
import { withHundredRows } from './hundred-rows.ts'
import { unlimited } from './unlimited.ts'

/** The product with its own server entry. */
export default unlimited(createApp(async () => withHundredRows(build)))
