import { encodeQR } from 'qr'
import { useEffect } from 'react'
import type { ReviewPageView } from '#worker/rules/asking.ts'
import { ASK_TEXTS } from '#worker/rules/asking-texts.ts'

/** Numbers of the further copies of the card on a sheet; they are cut out after printing. */
const COPIES = [2, 3, 4, 5, 6, 7, 8] as const

interface SheetProps {
  as: 'card' | 'stand'
  name: string
  page: ReviewPageView
  onDrawn: (isDrawn: boolean) => void
}

export default function Sheet({ as, name, page, onDrawn }: SheetProps) {
  const { url, language } = page
  const { cardText: text, direction } = ASK_TEXTS[language]
  const face = { name, text, url, code: codeOf(url) }
  useEffect(() => onDrawn(true), [onDrawn])
  return (
    <div className="only-sheet" lang={language} dir={direction}>
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
  )
}

/** A QR code as an SVG path, one unit per module. */
function codeOf(url: string): { size: number; path: string } {
  const modules = encodeQR(url, 'raw', { ecc: 'medium', border: 2 })
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: modules.length, path: path.join('') }
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
