import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { ReportPage } from '#app/features/reports/report-page.tsx'
import { BRAND_NAME, pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'
import type { SharedReport } from '#worker/rules/reports.ts'

export const handle: RouteHandle = { scripts: false }

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { token = '' } = params
  return lookAtLink<SharedReport>(context, (api) => api.reports.shared({ token }))
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.link?.title ?? 'Report'),
  { name: 'robots', content: 'noindex' },
]

export default function Shared() {
  const { link } = useLoaderData<typeof loader>()
  return (
    <div className="page-width flex min-h-dvh flex-col justify-between gap-12 py-6">
      <main>
        {link ? (
          <ReportPage report={link} hasReviews={false} />
        ) : (
          <>
            <h1 className="text-2xl font-semibold tracking-tight">This report isn’t available</h1>
            <p className="mt-2 max-w-prose text-muted-foreground">
              It was deleted or is no longer shared. Ask the person who sent you the link for a new one.
            </p>
          </>
        )}
      </main>
      <footer>
        <a
          href="/"
          className="inline-flex min-h-11 items-center gap-2.5 rounded-lg text-sm text-muted-foreground hover:text-foreground"
        >
          <BrandMark />
          Made with {BRAND_NAME}
        </a>
      </footer>
    </div>
  )
}
