import { Card } from '#app/components/ui/card.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'

/** In place of the reviews while others are fetched: as many, of a usual review's size. */
export function ReviewSkeletons({ count }: { count: number }) {
  return Array.from({ length: Math.max(count, 3) }, (_, index) => index).map((index) => (
    <Card key={index} className="grid h-56 content-start gap-3 p-5 lg:h-36">
      <Skeleton className="h-4 w-64 max-w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-3 w-48 max-w-full" />
    </Card>
  ))
}
