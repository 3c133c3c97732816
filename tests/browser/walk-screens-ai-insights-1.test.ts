import { walk } from './support/walk.ts'

walk('screens-ai-insights-1')
