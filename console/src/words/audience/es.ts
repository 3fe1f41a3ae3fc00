import type { AudienceWords } from './en.ts'

export const es: AudienceWords = {
  audienceTitle: 'Público',
  audienceLead:
    'Quién puede leer el sitio una vez publicado. Los miembros de la organización lo ven siempre en vistas previas.',
  atOnce: 'El sitio está publicado: el cambio vale enseguida para todas las personas que lo leen.',

  // Share links
  shareLinks: 'Enlaces compartidos',
  linksWhenPublished: 'Los enlaces tendrán direcciones cuando el sitio esté publicado.',
  noShareLinks: 'Todavía no hay enlaces, así que nadie puede leer el sitio. Cree el primero.',
  linkName: 'Nombre del enlace',
  linkNameHint: 'Para ustedes, por ejemplo a quién se lo dan.',
  createLink: 'Crear un enlace',
  unnamedLink: 'Sin nombre',
  addressOf: (name) => `Dirección de ${name}`,
  inactive: 'Desactivado',
  since: 'Creado',
  deactivate: 'Desactivar',
  activate: 'Activar',
  revoke: 'Revocar',
  revokeLinkQuestion: (name) => `¿Revocar «${name}»?`,
  revokeLinkHint:
    'Quien tenga el enlace ya no podrá leer el sitio con él, y no se puede volver a crear la misma dirección. Para detenerlo por un tiempo, desactívelo.',

  // Visitors who sign in
  visitorSignIn: 'Cómo inician sesión los visitantes',
  visitorSignInHint:
    'Su sistema firma un token con la clave del sitio (HS256) y lleva con él al visitante al sitio. El token necesita un final, a 30 días como máximo; sus demás atributos son lo que ven las condiciones.',
  onlyAdministrators: 'Los administradores de la organización ven la clave y configuran el inicio de sesión.',
  exampleHint: 'Atributos del visitante, que espera el esquema del contenido adaptable',
  signingKey: 'Clave del sitio',
  showKey: 'Mostrar la clave',
  newKey: 'Crear una clave nueva',
  newKeyQuestion: '¿Crear una clave nueva?',
  newKeyHint: 'Los tokens firmados con la clave anterior terminan enseguida, y con ellos las visitas que abrieron.',
  fallback: 'Página de inicio de sesión',
  fallbackHint: 'Los visitantes sin token van allí, con la página que querían en «location».',

  // Adaptive content
  adaptiveTitle: 'Contenido adaptable',
  adaptiveLead:
    'Qué atributos espera el sitio de sus visitantes, como esquema JSON. De ellos dependen las condiciones de páginas, textos, secciones y espacios.',
  noSchemaHint: 'Todavía no hay esquema: empiece con este, y guárdelo.',
  schema: 'Esquema JSON',
  schemaFaulty: (problem) => `Esto no es JSON: ${problem}`,
  schemaProblem: (path, problem) => `${path}: ${problem}`,
  claimsOn: 'Las condiciones usan los atributos de los visitantes',
  claimsOffHint: 'Mientras esté desactivado, cada persona se ve como un visitante del que no se sabe nada.',
  templates: 'Condiciones para copiar',
  discard: 'Descartar los cambios',
}
