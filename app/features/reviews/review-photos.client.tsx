import { Play } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { api } from '#app/lib/api.ts'
import { useConnection } from '#app/lib/connection.ts'
import type { ReviewPhoto } from '#worker/rules/photos.ts'

/** Width and height of a thumbnail in pixels; the same as in inbox.css. */
const SIZE = 96

interface ReviewPhotosProps {
  reviewId: string
  /** Placeholders of the photos' size until the photos are loaded. */
  places: ReactNode
}

/**
 * The photos' URLs are long and don't compress, so they are read here and not with the list. A photo that can't be
 * loaded is left out, because the review also states the number of photos.
 */
export default function ReviewPhotos({ reviewId, places }: ReviewPhotosProps) {
  const { isUp } = useConnection()
  const [photos, setPhotos] = useState<readonly (ReviewPhoto | null)[] | null>(null)
  useEffect(() => {
    if (!isUp) return
    let isLeft = false
    api.reviews.get.query({ id: reviewId }).then(
      (review) => !isLeft && setPhotos(review.photos),
      () => !isLeft && setPhotos([]),
    )
    return () => {
      isLeft = true
    }
  }, [reviewId, isUp])

  function leaveOut(broken: ReviewPhoto) {
    setPhotos((known) => known?.map((photo) => (photo === broken ? null : photo)) ?? null)
  }

  if (photos === null && isUp) return places
  if (!photos?.some(Boolean)) return null
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
