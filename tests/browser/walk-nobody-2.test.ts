import { walk } from './support/walk.ts'

walk('nobody-2')
