import type { DrawnWidget, WidgetNode } from '#worker/rules/widgets.ts'

/**
 * Shows a drawn widget. Creates nodes and style sheets directly, which no content security policy of the page refuses.
 */
export function showIn(root: ShadowRoot, { tree, css }: DrawnWidget): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(nodeOf(tree))
}

/** Texts become text nodes, so guests' texts are never parsed as markup. */
function nodeOf(node: WidgetNode): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const [tag, attributes, ...children] = node
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  for (const child of children) element.appendChild(nodeOf(child))
  return element
}
