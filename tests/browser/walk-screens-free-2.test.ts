import { walk } from './support/walk.ts'

walk('screens-free-2')
