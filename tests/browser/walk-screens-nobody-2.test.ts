import { walk } from './support/walk.ts'

walk('screens-nobody-2')
