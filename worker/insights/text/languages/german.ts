import type { LanguageData } from '../languages.ts'

export const GERMAN: LanguageData = {
  functionWords: `der die das den dem des ein eine einen einem einer eines und oder aber auch ist sind war waren wird werden wurde
wurden hat habe haben hatte hatten ich du er sie es wir ihr uns euch ihnen ihm mich mir dich dir sich mein meine meinem
meinen unser unsere sein seine ihre ihren nicht kein keine keinen keinem keiner nichts nie mit von vom zu zum zur im in
am an auf aus bei beim bis durch für gegen nach ohne seit über um unter vor wegen zwischen als wie wenn weil dass ob da
dort hier so sehr nur noch schon immer wieder mal man alle alles viel viele mehr kann können konnte muss müssen musste
soll wollen wollte würde würden wäre doch dann denn was wer wo gibt gab`,
  negations: `nicht kein keine keinen keinem keiner keinerlei nichts nie niemals niemand ohne weder kaum nirgends`,
  contrasts: `aber jedoch allerdings obwohl trotzdem dennoch sondern während leider`,
  notTopics: `kaum_erwarten nicht_erwarten kaum_abwarten`,
  polarity: {
    4: `hervorragend* ausgezeichnet* fantastisch* perfekt* großartig* grandios* überragend* einmalig* sensationell* exzellent*
traumhaft* erstklassig* spitzenmäßig* phänomenal* wundervoll* absolute_empfehlung`,
    3: `super toll* wunderbar* köstlich* lecker* vorzüglich* begeistert* klasse spitze top sehr_gut* liebevoll* beste bester besten
bestes empfehlenswert* weiterempfehl* empfehle empfehlen empfehlung jederzeit_wieder gerne_wieder immer_wieder_gern* herzlich* genial* mega`,
    2: `gut gute guter gutes guten gutem freundlich* nett* hilfsbereit* zuvorkommend* aufmerksam* kompetent* professionell* sauber*
gepflegt* gemütlich* schön* angenehm* frisch* schnell* pünktlich* zügig* preiswert* günstig* fair* zufrieden* zuverlässig*
ehrlich* höflich* geduldig* einfühlsam* saftig* zart* knusprig* bequem* ruhig* modern* hochwertig* großzügig* danke
kommen_wieder wiederkommen unkompliziert* reibungslos* liebe lieblings* ausführlich* gründlich* lohnt lohnenswert* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `ok okay ordentlich* solide* gern gerne praktisch* zentral* einladend* reichlich* abwechslungsreich*`,
    [-1]: `teuer* laut* voll klein* eng enge enger alt alte alten altes altmodisch* kühl* durchschnittlich* mittelmäßig* mäßig* lange_gewartet wartezeit*
warten gewartet langsam* leider hektisch* lieblos* geht_so`,
    [-2]: `schlecht* kalt* fade* geschmacklos* zäh* trocken* versalzen* verbrannt* matschig* fettig* lauwarm* ungenießbar* überteuert*
zu_teuer unfreundlich* unhöflich* unaufmerksam* unprofessionell* inkompetent* überfordert* genervt* arrogant* patzig*
schmutzig* dreckig* verdreckt* ungepflegt* stank stinkt stinkend* gestank enttäusch* unzuverlässig* unpünktlich* mangelhaft*
defekt* kaputt* ärger* ärgerlich* verärgert* beschwer* vergessen ignoriert* falsch* fehler* abgezockt* abgelehnt unverständlich*
nie_wieder_hin verspät* mies* unsauber* problem* mangel* mängel* schade 👎 😡 😠 😞`,
    [-3]: `schrecklich* furchtbar* katastroph* grauenhaft* ekelhaft* eklig* widerlich* unverschämt* frechheit* frech* abzocke* betrug*
betrüg* horror* nie_wieder niemals_wieder nicht_empfehl* nicht_zu_empfehlen finger_weg unterirdisch* miserabel* unzumutbar*
lebensmittelvergiftung kakerlake* schimmel* schlimmste* schlechteste* geldverschwendung reinfall unmöglich* zumutung`,
  },
}
