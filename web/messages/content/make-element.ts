type Attributes = Readonly<Record<string, string | undefined>>

/** An element for the HTML of a message, which is not made by components. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children)
  return element
}

export function makeButton(name: string, className: string, icon: Node, press: () => unknown): HTMLButtonElement {
  const button = make('button', { type: 'button', class: className, 'aria-label': name, title: name }, icon)
  button.addEventListener('click', press)
  return button
}
