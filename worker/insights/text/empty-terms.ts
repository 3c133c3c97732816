/**
 * Words that say nothing about a place by themselves, in the six languages that are read: numbers, units of time,
 * directions, and verbs and nouns that only get a meaning from the words beside them. Left out are words that name
 * something, also in another of the languages, such as `part`, `vino` and `Art`. Function words aren't listed:
 * no term begins or ends with one.
 */
const EMPTY = new Set(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half quarter third dozen couple pair first second
last next single several many much lot bit least number
minute min hour hr day week month year time moment today yesterday tomorrow ago later soon now still already yet ever always often
sometimes usually finally almost nearly maybe perhaps probably actually really quite rather even since else another every
left right up down back front north south east west away along across around behind there
take took taken taking come came coming go went gone going gotten getting make made making give gave given giving say said saying
tell told telling ask asked asking put let keep kept know knew known think thought want wanted need needed see saw seen look looked
looking find found try tried trying use used seem seemed leave leaving bring brought turn turned start started become became happen
happened thing something anything everything someone anyone everyone way kind sort stuff fact
null ein eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend halb halbe
halben halber halbes viertel dutzend paar erste ersten erster erstes zweite zweiten dritte dritten letzte letzten letzter letztes
nächste nächsten nächstes sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren
zeit heute gestern später vorher nachher danach bald jetzt fast etwa ungefähr circa ganz eben links rechts oben unten vorne
hinten weg zurück machen macht gemacht gehen geht ging gegangen kommen kommt kam gekommen nehmen nahm genommen geben gegeben sagen
sagte gesagt lassen ließ stehen gesehen sache sachen ding dinge weise
deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante mille demi demie quart moitié
dizaine douzaine premier première deuxième seconde dernier dernière prochain prochaine heure jour journée semaine mois an année fois
temps aujourd'hui hier demain bientôt puis presque environ gauche droite haut bas devant derrière aller allé venir venu prendre pris
mettre mis dire dit donner donné voir vu chose façon sorte partie beaucoup
uno una dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta cincuenta cien ciento mil medio media
mitad docena par última último próxima próximo minuto hora día semana mes año vez veces tiempo momento rato hoy ayer después antes
luego ya casi izquierda derecha arriba abajo delante detrás hacer hecho hizo ir fue dar dio decir dijo ver visto cosa manera
um uma dois duas três quatro oito nove dez doze vinte trinta quarenta cinquenta cem cento meio meia metade dúzia mês meses ano tempo
hoje ontem depois logo já quase esquerda direita cima baixo frente atrás fazer feito fez foi vir veio deu dizer disse coisa
due tre sei sette otto dieci undici dodici venti trenta quaranta cinquanta mila mezzo mezza metà paio ultima ultimo
prossima prossimo minuti ora ore giorno giorni settimana settimane mese mesi anno anni volta volte oggi ieri domani dopo prima poi
quasi sinistra destra sopra sotto davanti dietro fare fatto andare andato venire venuto prendere preso dare dato detto
vedere cose modo`.split(/\s+/),
)

/** Days of the week: empty at the ends of a phrase, but alone they say when guests came. */
const DAYS = new Set(
  `monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo segunda terça quarta quinta
sexta lunedì martedì mercoledì giovedì venerdì sabato domenica`.split(/\s+/),
)

/**
 * True for terms such as 'half', 'left', 'half an hour' and 'Friday with seven', which need no place in a list of what
 * guests write about.
 */
export function saysNothing(term: string): boolean {
  const words = term.split(' ')
  const ends = [words[0] ?? '', words.at(-1) ?? '']
  return ends.every((word) => EMPTY.has(word) || (words.length > 1 && DAYS.has(word)))
}
