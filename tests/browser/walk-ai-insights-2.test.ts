import { walk } from './support/walk.ts'

walk('ai-insights-2')
