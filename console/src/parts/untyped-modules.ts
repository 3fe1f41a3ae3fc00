// build/named-icons.ts makes these modules.

declare module 'virtual:named-icons' {
  type Drawing = import('@fortawesome/free-solid-svg-icons').IconDefinition['icon']
  type Sheet = Readonly<Record<string, Drawing>>
  /** Loads the icons whose names begin with a letter or digit, by the names of their exports without `fa`. */
  const sheets: Readonly<Record<string, () => Promise<{ default: Sheet }>>>
  export default sheets
}

declare module 'virtual:named-icons/names' {
  const names: readonly string[]
  export default names
}
