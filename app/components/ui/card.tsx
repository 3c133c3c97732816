import type { HTMLAttributes, ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'

type DivProps = HTMLAttributes<HTMLDivElement>

export function Card({ className, ...props }: DivProps) {
  return (
    <div className={cn('rounded-xl border bg-card text-card-foreground shadow-xs', className)} {...props} />
  )
}

export function CardHeader({ className, ...props }: DivProps) {
  return <div className={cn('flex flex-col gap-1 p-5 pb-0', className)} {...props} />
}

/** A heading; `as` fits it into the page's outline. */
export function CardTitle({
  as: Heading = 'h2',
  className,
  children,
  ...props
}: HTMLAttributes<HTMLHeadingElement> & { as?: 'h2' | 'h3' | 'h4' }) {
  return (
    <Heading className={cn('text-base font-semibold tracking-tight', className)} {...props}>
      {children}
    </Heading>
  )
}

export function CardDescription({ className, ...props }: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={cn('text-sm text-muted-foreground', className)} {...props} />
}

export function CardContent({ className, ...props }: DivProps) {
  return <div className={cn('p-5', className)} {...props} />
}

export interface TitledCardProps extends Omit<DivProps, 'title'> {
  title: string
  description: ReactNode
}

/** A card with a heading and a sentence below it; `className` lays out the content. */
export function TitledCard({ title, description, className, children, ...props }: TitledCardProps) {
  return (
    <Card {...props}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{description}</CardDescription>
      </CardHeader>
      <CardContent className={className}>{children}</CardContent>
    </Card>
  )
}
