import { Play } from 'lucide'
import { useEffect, useState } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { api } from '#app/lib/api.ts'
import type { ReviewPhoto } from '#worker/rules/photos.ts'

/** Width and height of a thumbnail in pixels; the same as in inbox.css. */
const SIZE = 96

interface ReviewPhotosProps {
  reviewId: string
  count: number
}

/**
 * A review's photos as its platform shows them, each a link to the larger one. Their addresses are long and look random,
 * so they are read here and not with the list; until then their place is kept. Pictures that can't be loaded are left
 * out: the review also states their number.
 */
export function ReviewPhotos({ reviewId, count }: ReviewPhotosProps) {
  const [photos, setPhotos] = useState<readonly (ReviewPhoto | null)[] | null>(null)
  useEffect(() => {
    let isLeft = false
    api.reviews.get.query({ id: reviewId }).then(
      (review) => !isLeft && setPhotos(review.photos),
      () => !isLeft && setPhotos([]),
    )
    return () => {
      isLeft = true
    }
  }, [reviewId])

  function leaveOut(broken: ReviewPhoto) {
    setPhotos((known) => known?.map((photo) => (photo === broken ? null : photo)) ?? null)
  }

  if (photos === null) {
    return (
      <div className="review-photos" aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place has nothing else
          <span key={place} />
        ))}
      </div>
    )
  }
  if (!photos.some(Boolean)) return null
  return (
    <ul className="review-photos" aria-label="Photos">
      {photos.map(
        (photo, index) =>
          photo && (
            <li key={photo.thumbnailUrl}>
              <a href={photo.url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
                <img
                  src={photo.thumbnailUrl}
                  alt={`${photo.isVideo ? 'Video' : 'Photo'} ${index + 1} of ${photos.length} from this review`}
                  width={SIZE}
                  height={SIZE}
                  loading="lazy"
                  decoding="async"
                  referrerPolicy="no-referrer"
                  onError={() => leaveOut(photo)}
                />
                {photo.isVideo && <Icon of={Play} />}
              </a>
            </li>
          ),
      )}
    </ul>
  )
}
