import { addCompetitor } from '../insights/competitors/add.ts'
import { benchmark } from '../insights/competitors/benchmark.ts'
import { recordTotals, removeCompetitor } from '../insights/competitors/change.ts'
import { AddCompetitorInput, BenchmarkInput, CompetitorId, RecordTotalsInput } from '../rules/competitors.ts'
import { router, verb, withFeature } from './init.ts'

const reader = withFeature('hasCompetitorBenchmark')
const editor = withFeature('hasCompetitorBenchmark', 'businesses.update')

export const competitorsRouter = router({
  benchmark: reader.input(BenchmarkInput).query(verb(benchmark)),
  add: editor.input(AddCompetitorInput).mutation(verb(addCompetitor)),
  recordTotals: editor.input(RecordTotalsInput).mutation(verb(recordTotals)),
  remove: editor.input(CompetitorId).mutation(verb(removeCompetitor)),
})
