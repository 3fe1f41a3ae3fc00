/** Returns a store like that of a browser, with a text under each name; the id of the person does not count among its names. */
export function storeOf(...names: string[]) {
  const items = new Map(names.map((name) => [name, 'text']))
  return {
    names: () => [...items.keys()].filter((name) => name !== 'quire-person'),
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}
