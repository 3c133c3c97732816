import { Destination } from './destination.ts'
import { openArchive } from './read-archive.ts'
import {
  restoreActions,
  restoreAnswerTargets,
  restoreAsks,
  restoreBusinesses,
  restoreCompetitors,
  restoreDraftStyles,
  restoreLinks,
  restorePlatforms,
  restoreReviewPages,
  restoreTags,
  restoreTemplates,
  restoreViews,
  restoreWidgets,
} from './restore-organization.ts'
import { type ArchiveProgress, type ImportingArchive, restoreReviews } from './restore-reviews.ts'

/**
 * Imports an archive into the current organization. Running it again adds only what is missing.
 *
 * @throws NoArchive; the server's refusal; the signal's reason if aborted
 */
export async function importArchive(file: Blob, to: ImportingArchive): Promise<ArchiveProgress> {
  const contents = await openArchive(file)
  const { organization, asks, competitors, views } = contents
  const into = new Destination(to)
  await restoreBusinesses(into, organization)
  // Before the reviews, which refer to platforms and tags by name.
  await restorePlatforms(into, organization)
  await restoreTags(into, organization)
  const progress = await restoreReviews(contents, into, to)
  // After the reviews: a listing's link starts collecting, which should find the archive's reviews stored.
  await restoreLinks(into, organization)
  await restoreTemplates(into, organization)
  await restoreWidgets(into, organization)
  await restoreReviewPages(into, organization)
  await restoreAnswerTargets(into, organization)
  await restoreAsks(into, asks)
  await restoreActions(into, organization)
  await restoreDraftStyles(into, organization)
  await restoreCompetitors(into, competitors)
  await restoreViews(into, views)
  return { ...progress, faults: [...progress.faults, ...into.faults] }
}
