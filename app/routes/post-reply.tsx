import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { Form, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { PostLinkView } from '#worker/rules/post-links.ts'

/** Target of an alert's 'Post this draft'. Loading it posts nothing, because mail programs open links, too. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return lookAtLink<PostLinkView>(context, (api) => api.postLinks.get({ token }))
}

export const meta: MetaFunction = () => pageTitle('Post a reply')

export default function PostReply() {
  const { link, problem } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [view, setView] = useState(link)
  const [isUndone, setUndone] = useState(false)
  const post = useForm(async () => setView(await api.postLinks.use.mutate({ token })))
  const undo = useForm(async () => {
    await api.postLinks.undo.mutate({ token })
    setUndone(true)
  })
  if (!view) {
    return (
      <AuthPage
        title="This link no longer works"
        intro="You can still answer the review in your list."
        footer={
          <TextLink href="/app/reviews" className="inline-flex min-h-11 items-center">
            Go to Reviews
          </TextLink>
        }
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  const {
    reviewId,
    platform: name,
    businessName,
    authorName,
    rating,
    review,
    draft,
    mayPost,
    state,
    leavesAt,
  } = view
  const isSent = state === 'sent'
  return (
    <AuthPage
      title={titleOf(view, isUndone)}
      intro={
        <>
          {`${rating} of 5 stars from `}
          <bdi>{authorName}</bdi>
          {`, ${businessName}, ${name}`}
        </>
      }
      footer={
        <>
          {isSent || mayPost ? '' : 'Your replies need approval before they are posted. '}
          <TextLink href={`/app/reviews/${reviewId}`} className="inline-flex min-h-11 items-center">
            {isSent ? 'Open the review' : 'Write another reply'}
          </TextLink>
        </>
      }
    >
      <div className="grid gap-5">
        <blockquote className="border-l-2 pl-3 wrap-anywhere whitespace-pre-line" dir="auto">
          {review || 'Stars only'}
        </blockquote>
        <section
          aria-label="Reply"
          className="rounded-lg bg-muted p-3 wrap-anywhere whitespace-pre-line"
          dir="auto"
        >
          {draft}
        </section>
        {!isSent && <Form form={post} submit={mayPost ? `Post on ${name}` : 'Suggest this reply'} />}
        {isSent && (
          <p role="status">
            {isUndone ? (
              'Nothing was posted. The review is still waiting for an answer.'
            ) : leavesAt ? (
              <>
                {`It goes to ${name} `}
                <RelativeTime date={leavesAt} whenDue="now" />.
              </>
            ) : mayPost ? (
              `It is on its way to ${name}.`
            ) : (
              'Someone who can post replies will review it.'
            )}
          </p>
        )}
        {isSent && leavesAt && !isUndone && (
          <Form form={undo}>
            <Button type="submit" variant="outline" pending={undo.isSending} disabled={!undo.isReady}>
              Undo
            </Button>
          </Form>
        )}
      </div>
    </AuthPage>
  )
}

function titleOf({ state, mayPost }: PostLinkView, isUndone: boolean): string {
  if (isUndone) return 'Reply undone'
  if (state === 'open') return mayPost ? 'Post this reply?' : 'Suggest this reply?'
  return mayPost ? 'Reply saved' : 'Reply suggested'
}
