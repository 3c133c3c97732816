import type { FileRow } from './opened-file.ts'

/** What a column may contain. */
export const COLUMN_FIELDS = [
  'business',
  'platform',
  'authorName',
  'rating',
  'reviewText',
  'reviewDate',
  'reviewId',
  'ownerText',
  'ownerDate',
  'url',
  'language',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

export const REQUIRED_FIELDS: readonly ColumnField[] = ['rating']

export const FIELD_NAMES: Record<ColumnField, string> = {
  business: 'Business of the row',
  platform: 'Platform of the row',
  authorName: 'Author',
  rating: 'Stars',
  reviewText: 'Text',
  reviewDate: 'Date',
  reviewId: 'Review id',
  ownerText: 'Your answer',
  ownerDate: 'Date of your answer',
  url: 'Link',
  language: 'Language',
}

/** The column of each field; a field without a column is absent. */
export type Mapping = Partial<Record<ColumnField, number>>

/**
 * How exports name their columns, without spaces, marks and capitals; the surest name first. Among them those of Google
 * Takeout and its API (`reviewer.displayName`), of Yelp's and of the usual review tools.
 */
const KNOWN_NAMES: Record<ColumnField, string> = {
  business: 'business businessname location locationname',
  platform: 'platform reviewplatform site reviewsite',
  reviewId: 'platformreviewid reviewid googlereviewid yelpreviewid idreview reviewkey',
  authorName: `
    authorname author reviewername reviewer reviewerdisplayname reviewauthor authortitle customername
    customer username userdisplayname user nickname displayname reviewedby writtenby name`,
  rating: `
    rating stars starrating reviewrating reviewstars reviewscore ratingvalue overallrating numberofstars
    score rate`,
  reviewText: `
    reviewtext text comment comments reviewcomment reviewbody reviewcontent commentnative body content
    review message feedback description`,
  reviewDate: `
    reviewdate date createtime createdate createddate createdat datecreated reviewdatetimeutc
    publisheddate publishedatdate publishedat publishdate posteddate postedat dateposted dateofreview
    reviewedat submittedat timestamp datetime time created updatetime`,
  ownerText: `
    ownerresponse ownerresponsetext owneranswer ownerreply reviewreplycomment replycomment replytext
    reply responsefromownertext responsefromowner businessresponse businessreply responsetext response
    answer`,
  ownerDate: `
    ownerresponsedate owneranswertimestampdatetimeutc ownerreplydate reviewreplyupdatetime replydate
    replytime repliedat responsefromownerdate responsedate respondedat`,
  url: 'reviewurl reviewlink url link permalink',
  language: 'language lang languagecode reviewlanguage originallanguage locale',
}

/** As Google's API names a review, in the column that others call the author's. */
const RESOURCE_NAME = /^accounts\/[^/]+\/locations\/[^/]+\/reviews\/([^/]+)$/

/** What the columns most likely contain, by their names and their first values. */
export function guessMapping(columns: readonly string[], sample: readonly FileRow[]): Mapping {
  const mapping: Mapping = {}
  const taken = new Set<number>()
  const give = (field: ColumnField, column: number) => {
    if (column === -1 || mapping[field] !== undefined) return
    mapping[field] = column
    taken.add(column)
  }
  give(
    'reviewId',
    columns.findIndex((_, column) => sample.some(({ values }) => RESOURCE_NAME.test(values?.[column] ?? ''))),
  )
  const plain = columns.map(plainName)
  for (const field of COLUMN_FIELDS) {
    for (const known of KNOWN_NAMES[field].trim().split(/\s+/)) {
      give(
        field,
        plain.findIndex((name, column) => name === known && !taken.has(column)),
      )
    }
  }
  return mapping
}

/** The businesses that a file names in its first rows; none where it has no column for them. */
export function businessesIn(sample: readonly FileRow[], { business }: Mapping): string[] {
  if (business === undefined) return []
  return [...new Set(sample.map(({ values }) => values?.[business]?.trim() ?? ''))].filter(Boolean)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The last part of a name such as `accounts/1/locations/2/reviews/3`; any other id as it is. */
export function bareReviewId(value: string): string {
  return RESOURCE_NAME.exec(value)?.[1] ?? value
}
