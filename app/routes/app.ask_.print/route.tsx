import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ArrowLeft, Printer } from 'lucide'
import { encodeQR } from 'qr'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { SwitchLinks } from '#app/components/ui/switch-links.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { ASK_TEXTS } from '#worker/rules/asking-texts.ts'

export const meta: MetaFunction = () => pageTitle('Print')

export const loader = signedInLoader(async ({ api, request }) => {
  const { searchParams } = new URL(request.url)
  const { businessId, businessName, page, mayAsk } = await api.screens.ask({
    businessId: searchParams.get('businessId') || undefined,
  })
  const as = searchParams.get('as') === 'stand' ? ('stand' as const) : ('card' as const)
  const code = page && codeOf(page.url)
  return { businessId, businessName, page, mayAsk, as, code }
})

/** A QR code as an SVG path, one unit per module. Computed on the server, so that browsers don't load the encoder. */
function codeOf(url: string): { size: number; path: string } {
  const modules = encodeQR(url, 'raw', { ecc: 'medium', border: 2 })
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: modules.length, path: path.join('') }
}

/** Numbers of the further copies of the card on a sheet; they are cut out after printing. */
const COPIES = [2, 3, 4, 5, 6, 7, 8] as const

export default function Print() {
  const { businessId, businessName, page, mayAsk, as, code } = useLoaderData<typeof loader>()
  const isReady = useHydrated()
  const query = `businessId=${businessId ?? ''}`
  const back = (
    <LinkButton to={`/app/ask?${query}`} variant="outline">
      <Icon of={ArrowLeft} />
      Get reviews
    </LinkButton>
  )
  if (!page || !code || businessId === null) {
    return (
      <>
        <PageHeader title="Print" actions={back} />
        <EmptyState icon={Printer} title="No review page yet">
          Make the page of this location first. The code leads to it.
        </EmptyState>
      </>
    )
  }
  const print = async () => {
    if (mayAsk)
      await mutateOrToast(
        api.asking.recordHandOver.mutate({ businessId, channel: 'print' }),
        'account-updated',
      )
    window.print()
  }
  const face = { name: businessName, text: ASK_TEXTS[page.language].cardText, url: page.url, code }
  return (
    <>
      <PageHeader
        title="Print"
        description="Your browser prints it, or saves it as a PDF file."
        actions={
          <>
            {back}
            <Button disabled={!isReady} onClick={() => void print()}>
              <Icon of={Printer} />
              Print
            </Button>
          </>
        }
      />
      <div className="mb-6 flex">
        <SwitchLinks
          label="What to print"
          items={[
            { label: 'Cards', to: `?${query}&as=card`, isCurrent: as === 'card' },
            { label: 'Table stand', to: `?${query}&as=stand`, isCurrent: as === 'stand' },
          ]}
        />
      </div>
      <div className="only-sheet" lang={page.language} dir={ASK_TEXTS[page.language].direction}>
        {as === 'card' ? (
          <div className="flex flex-wrap">
            <Face {...face} className="h-[55mm] w-[85mm] max-w-full" />
            {COPIES.map((copy) => (
              <Face key={copy} {...face} isCopy className="hidden h-[55mm] w-[85mm] print:flex" />
            ))}
          </div>
        ) : (
          <>
            {/* Upside down, so that both sides are upright once the sheet is folded. */}
            <Face {...face} isCopy isLarge className="hidden h-[120mm] w-full rotate-180 print:flex" />
            <Face {...face} isLarge className="w-full max-w-lg print:h-[120mm] print:max-w-none" />
          </>
        )}
      </div>
    </>
  )
}

interface FaceProps {
  name: string
  text: string
  url: string
  code: { size: number; path: string }
  className: string
  isLarge?: boolean
  /** True for a copy that is only printed, and hidden from screen readers. */
  isCopy?: boolean
}

/** Dark on white in any theme, for cameras and printers. */
function Face({ name, text, url, code, className, isLarge = false, isCopy = false }: FaceProps) {
  const layout = isLarge ? 'flex-col p-8 text-center' : 'items-center gap-3 p-3'
  return (
    <div
      aria-hidden={isCopy || undefined}
      className={`flex ${layout} ${className} items-center justify-center gap-4 overflow-hidden border border-dashed bg-white text-black`}
    >
      <svg
        role="img"
        aria-label={`QR code that leads to ${url}`}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        className={isLarge ? 'size-56 shrink-0' : 'size-28 shrink-0'}
      >
        <path fill="#fff" d={`M0 0h${code.size}v${code.size}h-${code.size}z`} />
        <path fill="#000" d={code.path} />
      </svg>
      <div className="min-w-0 flex-1">
        <p className={`font-semibold wrap-anywhere ${isLarge ? 'text-2xl' : 'text-base'}`} dir="auto">
          {name}
        </p>
        <p className={isLarge ? 'mt-2 text-xl' : 'mt-1 text-sm'}>{text}</p>
        <p className="mt-2 text-xs break-all" dir="ltr">
          {url.replace(/^https?:\/\//, '')}
        </p>
      </div>
    </div>
  )
}
