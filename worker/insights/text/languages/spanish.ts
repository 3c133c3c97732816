import type { LanguageData } from '../languages.ts'

export const SPANISH: LanguageData = {
  functionWords: `el la los las un una unos unas de del al a y o u e pero que qué quien como cómo cuando donde es son era eran fue fueron
ser soy está están estaba estuvo estar hay había he ha han hemos has yo tú él ella nosotros ellos ellas usted ustedes me te se
nos le les lo mi mis tu tus su sus nuestro nuestra este esta esto estos estas ese esa eso en con sin por para sobre entre hasta desde
muy más menos tan también todo toda todos todas no ni sí si ya aún porque pues nada nunca mucho mucha muchos muchas poco aquí allí
hace hacer tiene tienen puede`,
  negations: `no nunca jamás nada nadie ningún ninguna ninguno sin ni tampoco apenas`,
  contrasts: `pero aunque sin_embargo sino mientras excepto salvo lamentablemente`,
  notTopics: `no_puedo_esperar no_podemos_esperar espero_volver`,
  polarity: {
    4: `excelente* excepcional* fantástico* fantástica* increíble* espectacular* maravillos* perfecto* perfecta* inmejorable* exquisit*
delicios* extraordinari* impecable* insuperable* buenísim* riquísim*`,
    3: `genial* estupend* magnífic* súper super encant* recomendable* recomiendo recomendad* mejor mejores volveré volveremos
repetiremos amabilísim* muy_buen* muy_rico muy_rica sobresaliente* de_diez un_10`,
    2: `bueno buena buenos buenas buen rico rica ricos ricas sabros* amable* simpátic* atento atenta atentos atentas agradable* acogedor*
profesional* profesionales rápid* eficiente* eficaz limpi* fresc* cómod* tranquil* bonit* precios* lind* económic* razonable* generos*
abundante* calidad gracias contento* contenta* satisf* confianza puntual* honest* serviciales servicial paciente gusta gustó disfrut*
jugos* tierno* tierna* crujiente* hermos* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `bien correct* variedad variado variada céntric* moderno moderna práctic* decente*`,
    [-1]: `caro cara caros caras pequeñ* ruidos* ruido lent* espera esperar esperando esperamos regular normalito antiguo vieja viejo
justito escas* estrech* lleno`,
    [-2]: `malo mala malos malas mal frí* soso sosa insípid* seco seca secos secas quemad* crud* duro dura duros duras grasient* salad* carísim* demasiado_caro suci* descuidad*
desagradable* antipátic* maleducad* borde* grosero* grosera* incompetente* poco_profesional decepcion* decepción* retraso* tarde error*
equivocad* olvid* ignor* problema* queja* roto rota rotos rotas averiad* olor* olía peste desorganizad* caos lástima cobraron_de_más pésim* deficiente*
sobrevalorad* mediocre* 👎 😡 😠 😞`,
    [-3]: `horrible* terrible* horroros* asqueros* asco fatal* desastre* desastros* vergüenza vergonzos* estafa* estafad* timo robo ladrones
inaceptable* nunca_más no_volver* no_lo_recomiendo no_recomiendo no_vayan no_vayáis peor peores intoxicación cucaracha* moho incomible* nefast*
lamentable* huyan evitar`,
  },
}
