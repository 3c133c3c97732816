import { walk } from './support/walk.ts'

walk('free-2')
