import type { StructureWords } from './en.ts'

export const es: StructureWords = {
  structure: 'Estructura',
  structureLead:
    'Los visitantes ven las secciones como pestañas, y los grupos como menús de secciones. Varios espacios de una sección son variantes, como versiones o idiomas. Arrastre las entradas, o pulse Alt con una flecha.',
  structureReader: 'Lo que hay en el sitio, en el orden en que lo ven los visitantes.',
  nothingOnSite: 'Todavía no hay nada en el sitio',
  nothingOnSiteHint: 'Añada un espacio: sus páginas son lo que leen los visitantes.',
  nothingForReader: 'Nada de lo que hay en el sitio está abierto para usted.',
  kinds: { 'site-space': 'Espacio', 'site-section': 'Sección', 'site-section-group': 'Grupo' },
  first: 'Se muestra primero',
  conditional: 'Para algunos visitantes',
  actionsFor: (title) => `Acciones para ${title}`,
  editEntry: 'Editar …',
  makeFirst: 'Mostrar primero',
  takeOff: 'Quitar del sitio …',
  takeOffTitle: (title) => `¿Quitar «${title}» del sitio?`,
  takeOffHint:
    'Los visitantes dejan de encontrar sus páginas de inmediato. Su aspecto propio se elimina y las redirecciones hacia él dejan de funcionar; nada de ello vuelve al añadirlo de nuevo. El espacio mismo queda como está.',
  dissolve: 'Deshacer el grupo',
  addSpace: 'Añadir espacio',
  addSection: 'Añadir sección',
  addGroup: 'Añadir grupo',
  addVariant: 'Añadir una variante …',
  add: 'Añadir',
  additions: {
    space: {
      title: (section) => (section === '' ? 'Añadir un espacio' : `Añadir una variante a ${section}`),
      hint: 'Sus páginas están en el sitio enseguida, para quien pueda leerlo.',
    },
    section: {
      title: () => 'Añadir una sección',
      hint: 'Una sección muestra un espacio en una pestaña propia. La primera crea dos: lo que ya hay pasa a ser la otra.',
    },
    group: { title: () => 'Añadir un grupo', hint: 'Un grupo es un menú de secciones. Mueva secciones a él.' },
  },
  sectionTitleHint: 'Sin título tiene el del espacio.',
  allSpacesTaken: 'Todos los espacios que ve están ya en el sitio. Cree antes otro espacio.',
  editTitle: (title) => `Editar ${title}`,
  path: 'Ruta',
  pathHint: 'Su parte de la dirección. Las rutas anteriores llevan a la nueva.',
  icon: 'Icono',
  condition: 'Se muestra si',
  conditionHint: 'Una expresión sobre lo que se sabe de un visitante. Sin ella se muestra a todos.',
}
