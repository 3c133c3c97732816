import { createSample } from '../businesses/create.ts'
import type { MemberContext } from '../context.ts'
import { reaching } from '../platform/business-access.ts'
import { DAY_MS } from '../rules/durations.ts'
import type { ImportedReviewInput } from '../rules/imports.ts'
import { finishImport, startImport } from './import-run.ts'
import { importRows } from './store-step.ts'

/** The authors' names mark these reviews as samples wherever they are shown. */
const SAMPLES: readonly [daysAgo: number, author: string, rating: number, text: string, answer?: string][] = [
  [1, 'Ida', 2, 'Good coffee, but we waited 25 minutes for two sandwiches and nobody told us why.'],
  [2, 'Marek', 5, 'The best cinnamon rolls in town. Get there before ten, they sell out.'],
  [4, 'Priya', 4, 'Lovely staff and a quiet corner to work in. A few more sockets would help.'],
  [6, 'Tom', 1, 'Came with a pram and there was no room at all. Left without ordering.'],
  [9, 'Sofia', 5, 'My Saturday place. They remember what I drink.', 'Thank you, Sofia. See you on Saturday!'],
  [13, 'Jonas', 3, 'Nice room, average cake, slow service at lunch.'],
  [17, 'Aiko', 5, ''],
  [
    22,
    'Lucas',
    4,
    'Great flat white. The music is a little loud in the evening.',
    'Thanks, Lucas. We have turned it down after six.',
  ],
  [28, 'Hannah', 5, 'Friendly, fast and fairly priced. The garden is a dream in summer.'],
  [36, 'Omar', 2, 'The soup was cold, twice.', 'That should not happen, Omar. Please ask for me next time.'],
  [44, 'Elena', 5, 'We had our whole office breakfast here. All twelve of us were happy.'],
  [57, 'Ben', 4, 'Solid breakfast, good bread.'],
]

/**
 * Adds a sample business with invented reviews, to an organization that has no business yet. The reviews are stored
 * like a file import, so they don't count against the monthly limit.
 *
 * @throws DomainError `conflict`
 */
export async function addSample(ctx: MemberContext): Promise<{ businessId: string }> {
  const businessId = await createSample(ctx)
  const own = reaching(ctx, businessId)
  const { runId } = await startImport(own, { businessId, platform: 'google', chunks: 1 })
  await importRows(ctx, { runId, chunk: 0, rows: SAMPLES.map((sample) => reviewOf(sample, ctx.now())) })
  await finishImport(ctx, { runId, rowsRefused: 0, rowsNotSent: 0 })
  return { businessId }
}

function reviewOf(
  [daysAgo, author, rating, reviewText, answer]: (typeof SAMPLES)[number],
  now: number,
): ImportedReviewInput {
  const at = (days: number) => new Date(now - days * DAY_MS).toISOString()
  return {
    authorName: `${author} (sample)`,
    rating,
    reviewText,
    reviewDate: at(daysAgo),
    ownerResponse: answer ? { text: answer, date: at(daysAgo - 1) } : null,
  }
}
