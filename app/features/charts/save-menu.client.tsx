import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#app/components/ui/dropdown-menu.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { download } from '#app/lib/download.ts'
import { SaveButton, type SaveMenuProps } from './save-button.tsx'

const FILES = [
  { kind: 'CSV', text: 'Numbers (CSV)' },
  { kind: 'PNG', text: 'Picture (PNG)' },
] as const

/** Open from the start: it is rendered because its button was pressed. */
export default function SaveMenu({ title, csv, picture }: SaveMenuProps) {
  async function save(kind: (typeof FILES)[number]['kind']) {
    try {
      if (picture.current) await saveChart(kind, { title, csv, picture: picture.current })
    } catch {
      toast.error(`The ${kind} file couldn’t be created. Please try again.`)
    }
  }

  return (
    <DropdownMenu defaultOpen modal={false}>
      <DropdownMenuTrigger asChild>
        <SaveButton title={title} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {FILES.map(({ kind, text }) => (
          <DropdownMenuItem key={kind} onSelect={() => void save(kind)}>
            {text}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

const MAX_NAME_CHARS = 60

type SavedChart = Omit<SaveMenuProps, 'picture'> & { picture: HTMLElement }

async function saveChart(kind: 'CSV' | 'PNG', { title, csv, picture }: SavedChart): Promise<void> {
  const file = await (kind === 'CSV' ? csv() : pngOf(picture))
  download(`${nameOf(title)}.${kind.toLowerCase()}`, file)
}

function nameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME_CHARS)
    .replace(/^-|-$/g, '')
  return name || 'chart'
}

const SVG = 'http://www.w3.org/2000/svg'
/** Oversampling, so that the picture is sharp on any screen and in print. */
const SCALE = 2
/** Style properties that our CSS classes set on SVG shapes. */
const PAINT = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-dasharray', 'opacity'] as const

async function pngOf(part: HTMLElement): Promise<Blob> {
  const { width, height } = part.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureOf(part))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * SCALE)
  canvas.height = Math.round(height * SCALE)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('the browser made no picture')
  return file
}

/** Converts a chart element to one self-contained SVG that needs no style sheet. */
function pictureOf(part: HTMLElement): string {
  const { left, top, width, height } = part.getBoundingClientRect()
  const picture = document.createElementNS(SVG, 'svg')
  setAll(picture, { width, height, viewBox: `0 0 ${width} ${height}` })
  const ground = picture.appendChild(document.createElementNS(SVG, 'rect'))
  setAll(ground, { width, height, fill: getComputedStyle(part).backgroundColor })
  for (const drawing of part.querySelectorAll('svg')) picture.appendChild(copyOf(drawing, left, top))
  const texts = document.createNodeIterator(part, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement && !node.parentElement.closest('svg')) {
      for (const line of linesOf(node, getComputedStyle(node.parentElement), left, top))
        picture.appendChild(line)
    }
  }
  return new XMLSerializer().serializeToString(picture)
}

function copyOf(drawing: SVGElement, left: number, top: number): SVGElement {
  const box = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true) as SVGElement
  setAll(copy, {
    x: box.left - left,
    y: box.top - top,
    width: box.width,
    height: box.height,
    overflow: 'visible',
  })
  const shapes = [...drawing.querySelectorAll('*')]
  for (const [index, shape] of copy.querySelectorAll('*').entries()) {
    const original = shapes[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of PAINT) shape.setAttribute(name, style.getPropertyValue(name))
    // A `non-scaling-stroke` doesn't grow with the picture, so enlarge its width here.
    if (shape.hasAttribute('vector-effect')) {
      shape.setAttribute('stroke-width', String(SCALE * Number.parseFloat(style.strokeWidth)))
    }
  }
  for (const element of [copy, ...copy.querySelectorAll('*')]) element.removeAttribute('class')
  return copy
}

/** Splits a text node into its rendered lines, each with its position. */
function linesOf(node: Node, style: CSSStyleDeclaration, left: number, top: number): SVGElement[] {
  const lines = new Map<number, { x: number; y: number; text: string }>()
  for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+\s*/g)) {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + word.trimEnd().length)
    const box = range.getBoundingClientRect()
    // Screen-reader-only text has no size.
    if (box.width === 0) continue
    const y = box.top + box.height / 2 - top
    const line = lines.get(Math.round(y))
    if (line) line.text += word
    else lines.set(Math.round(y), { x: box.left - left, y, text: word })
  }
  return [...lines.values()].map(({ x, y, text }) => {
    const line = document.createElementNS(SVG, 'text')
    const { color, fontFamily, fontSize, fontWeight } = style
    setAll(line, {
      x,
      y,
      fill: color,
      'font-family': fontFamily,
      'font-size': fontSize,
      'font-weight': fontWeight,
    })
    line.setAttribute('dominant-baseline', 'central')
    line.textContent = text
    return line
  })
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}
