import type { DrawnWidget, WidgetNode } from '#worker/rules/widgets.ts'

/** Shows a drawn widget. Neither styles nor markup come as text, so no content security policy of the page refuses them. */
export function showIn(root: ShadowRoot, { tree, css }: DrawnWidget): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(nodeOf(tree))
}

/** Texts become text nodes, so nothing that a guest has written is ever markup. */
function nodeOf(node: WidgetNode): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const [tag, attributes, ...children] = node
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  for (const child of children) element.appendChild(nodeOf(child))
  return element
}
