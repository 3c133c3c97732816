import { walk } from './support/walk.ts'

walk('screens-pro-1')
