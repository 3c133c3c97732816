import product from '../../../build/worker/index.js'
import { unlimited } from './unlimited.ts'

/** The bundle that is deployed. */
export default unlimited(product)
