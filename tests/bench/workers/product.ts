import product from '../../../build/worker/index.js'
import { unlimited } from './unlimited.ts'

/** The deployed bundle. */
export default unlimited(product)
