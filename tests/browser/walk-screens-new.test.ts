import { walk } from './support/walk.ts'

walk('screens-new')
