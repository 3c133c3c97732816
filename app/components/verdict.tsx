import { Badge } from '#app/components/ui/badge.tsx'
import { Stars, type StarsProps } from '#app/components/ui/stars.tsx'
import { type Rated, recommendationText } from '#worker/rules/sentiment.ts'

export function Verdict({ review, size }: Pick<StarsProps, 'size'> & { review: Rated }) {
  const text = recommendationText(review)
  if (text === null) return <Stars rating={review.rating} {...(size && { size })} />
  return <Badge variant={review.rating === 5 ? 'positive' : 'negative'}>{text}</Badge>
}
