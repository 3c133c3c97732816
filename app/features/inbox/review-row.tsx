import type { MouseEvent } from 'react'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Verdict } from '#app/components/verdict.tsx'
import { cutText } from '#app/lib/format.ts'
import { hitsIn } from '#worker/rules/search-terms.ts'
import { MarkedText } from '../reviews/marked-text.tsx'
import type { ReviewRow } from '../reviews/review-row.server.ts'

const EXCERPT_CHARS = 180
/** Characters shown before the first hit in a text. */
const LEAD_CHARS = 40
/** A row has little room; the open review shows all tags. */
const MAX_TAGS_SHOWN = 2

export interface ReviewRowProps {
  review: ReviewRow
  /** The business's name, if there are several businesses. */
  businessName: string | undefined
  assignee: string | undefined
  search: string | undefined
  address: string
  /** True if the review is open beside the list. */
  isShown: boolean
  /** True if the review was opened by its own URL. */
  isOpen: boolean
  hasDraft: boolean
  isChosen: boolean
  onChoose: (id: string) => void
  onFollow: (event: MouseEvent<HTMLAnchorElement>, id: string) => void
}

export function ReviewRowItem(props: ReviewRowProps) {
  const {
    review,
    businessName,
    assignee,
    search,
    address,
    isShown,
    isOpen,
    hasDraft,
    isChosen,
    onChoose,
    onFollow,
  } = props
  const { id, reviewerName, own, tags = [], photos = 0 } = review
  const mark = markOf(review, hasDraft)
  return (
    <li className="inbox-row" data-review={id} data-shown={isShown || undefined}>
      <label className="inbox-check">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => onChoose(id)}
          aria-label={`Select the review by ${reviewerName}`}
        />
      </label>
      {/* Plain links: a hundred router links would query the router four hundred times before the list is shown. */}
      <a href={address} onClick={(event) => onFollow(event, id)} aria-current={isOpen || undefined}>
        <span className="inbox-line">
          <Verdict review={review} size="sm" />
          <b className={review.isAnswered ? 'font-medium' : undefined}>
            <MarkedText text={reviewerName} search={search} />
          </b>
          {businessName && <span>{businessName}</span>}
          <RelativeTime date={review.reviewDate ?? review.scrapedAt} />
        </span>
        <span className="inbox-excerpt" dir="auto">
          {mark && <i>{mark}</i>}
          {assignee && <i>For {assignee}</i>}
          {photos > 0 && <i>{photos === 1 ? '1 photo' : `${photos} photos`}</i>}
          {own && (
            <i className="tag" data-color={own.color}>
              {own.name}
            </i>
          )}
          {tags.slice(0, MAX_TAGS_SHOWN).map(({ id: tagId, name, color }) => (
            <i key={tagId} className="tag" data-color={color}>
              {name}
            </i>
          ))}
          {tags.length > MAX_TAGS_SHOWN && <i>+{tags.length - MAX_TAGS_SHOWN}</i>}
          {review.review ? (
            <MarkedText text={excerptOf(review.review, search)} search={search} />
          ) : (
            'Stars only'
          )}
        </span>
      </a>
    </li>
  )
}

/** The most important fact about a review's state, for its row. */
function markOf(
  { editedAt, removedAt, response, isAnswered, isSettled, hasSuggestion }: ReviewRow,
  hasDraft: boolean,
) {
  if (hasDraft) return 'Draft'
  if (hasSuggestion) return 'Suggested reply'
  if (removedAt) return 'Removed'
  if (editedAt && !isAnswered) return 'Edited'
  if (response && !response.isPosted) return 'Saved, not posted'
  if (isSettled) return 'No reply needed'
  return isAnswered ? 'Answered' : null
}

function excerptOf(text: string, search: string | undefined): string {
  const [before] = search ? hitsIn(text, search) : []
  const isLate = before && !before.isHit && before.text.length < text.length
  const from = isLate && before.text.length > 2 * LEAD_CHARS ? before.text.length - LEAD_CHARS : 0
  const to = from + EXCERPT_CHARS
  return `${from > 0 ? '…' : ''}${cutText(text, from, to)}${to < text.length ? '…' : ''}`
}
