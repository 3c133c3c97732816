import type { LanguageData } from '../languages.ts'

/** With AFINN-165 below it: what reviews say besides, and what words of that list mean in them. */
export const ENGLISH: LanguageData = {
  functionWords: `a about after again all also am an and any are as at be because been before being both but by can could did do
does doing during each few for from further had has have having he her here hers him his how i if in into is it its just
me more most my no nor not of off on once only or other our out over own same she should so some such than that the their
them then there these they this those through to too under until up very was we were what when where which while who whom
why will with would you your yours ll ve re got get went us`,
  negations: `not no never nothing nobody none neither nor without hardly barely scarcely rarely seldom`,
  contrasts: `but although though however yet while whereas except unfortunately`,
  polarity: {
    4: `delicious* phenomenal* exceptional* flawless* impeccable* top_notch five_stars 5_stars five_star 5_star best_ever out_of_this_world
mouthwatering second_to_none heavenly to_die_for hidden_gem hats_off blown_away knocked_it_out melt_in_your_mouth
melted_in_my_mouth highly_recommend* lifesaver life_saver`,
    3: `tasty yummy yum flavorful flavourful scrumptious attentive accommodating knowledgeable courteous
spotless immaculate* cozy cosy well_worth must_try must_visit go_to_place above_and_beyond reasonably_priced great_value
love_it loved_it will_be_back be_going_back definitely_back seasoned_perfectly perfectly cooked_perfectly
never_disappoint* not_disappoint* could_not_be_happier could_not_be not_be_happier ca_not_wait not_wait_to could_not_ask not_ask_for a_gem gem amazing awesome excellent fantastic incredible* outstanding superb wonderful*
perfect* best pleasantly_surprised went_out_of_their_way goes_out_of_his_way timely_manner hooked addictive`,
    2: `fresh prompt promptly speedy reasonable affordable juicy tender crispy creamy succulent moist flaky
polite professional* efficient* patient thorough honest trustworthy clean comfy comfortable relaxing inviting
stylish charming* quaint authentic homemade handmade generous hearty satisf* pleasant* impress* recommend* go_back come_back
coming_back going_back come_again be_back return_again return_visit keep_coming worth_it a_treat on_point spot_on on_time in_no_time hit_the_spot
well_cooked well_seasoned well_done good_value good_deal bargain plentiful big_portions huge_portions large_portions worth_the
favorite* favourite* delight* enjoyed enjoyable enjoy friendly friendliest welcoming smile smiling quick quickly
transparent punctual gentle caring warm attentively hospitab* spacious well_maintained thank* pleasure staple unique
explained_everything no_problem no_problems no_complaints no_issues no_pressure no_wait no_hassle must_have exceeded exceeds do_not_miss painless seamless*
😍 😊 😀 😃 😄 👍 ❤️ ❤ 🙏 😋 🤩 🥰 ⭐ 👌 🎉`,
    1: `decent nice good fine fair smooth crisp flavors flavours generously cheap healthy light cute lovely
convenient helpful open easy easily fast variety selection recommended happy_hour`,
    0: `no like pay want yes share fire please matter cut dead chance top hard hide number wait leave cancer kind worth demand
interest consider god hope sorry_for reach support gift charged drop odd natural bloody_mary vision united join debt dear
solution block natural free super important big pretty mean death_by_chocolate killer crazy_good damn_good insanely sick_of
stop shoot shot missed_it`,
    [-1]: `cold ok okay average mediocre meh so_so pricey expensive loud noisy crowded cramped small tiny slow plain dated dark
heavy oily sweet_for salty forgot forgotten late lukewarm thin hard_to tough nothing_special nothing_to_write
nothing_more could_be_better could_have_been should_have disappointing* wait_and waited waiting ordinary basic typical
average_at_best at_best only_ok just_ok just_okay at_all needless_to_say not_sure supposed_to microwave* wrong elsewhere`,
    [-2]: `bland tasteless flavorless flavourless overcooked undercooked overdone soggy greasy chewy rubbery stale burnt burned
dry dried watery mushy frozen reheated microwaved overpriced over_priced overrated over_rated pricy too_expensive too_loud
too_salty too_sweet too_small too_long too_slow too_much_for cold_food ice_cold stone_cold half_cooked inedible* unfriendly
unprofessional* unhelpful unwelcoming inattentive impersonal ignored ignoring sloppy slow_service understaffed
unacceptable* unorganized disorganized disorganised chaotic outdated run_down rundown worn smelly smell smelled stain* sticky
dusty moldy mouldy leak* broken squeaky uncomfortable unsafe not_worth missing_items wrong_order messed_up mess_up screwed_up
took_forever take_forever takes_forever an_hour never_came never_called never_showed no_show no_call no_response
no_apology no_flavor no_flavour no_taste no_idea no_one lacked lacking lacks lack tasted_like tastes_like sat_there stood_there
hung_up attitude excuse excuses hidden_fee* hidden_charge* upsell* pushy sales_pitch upcharge* overcharg* surcharge
disappoint* underwhelm* let_down letdown downhill save_your avoid stay_away steer_clear skip pass_on look_elsewhere
lost_my would_not_recommend rushed cheated regret* complain* complaint* refus* unimpress* unsatisf* dissatisf*
unbearabl* unreliable botched crooked cancelled canceled delayed leaves_a_lot be_desired else_where fair_at_best poor poorly mistake mistakes error errors misdiagnos* painful
dirt dirty filthy hair_in bug_in fly_in undrinkable flat sucks suck sucked blah yuck ew dump sad lame lousy weird worse 👎 😡 😠 😞 😢 🤬 😤`,
    [-3]: `rude rudest rudely disgusting* gross nasty awful* horrible* terrible* horrid dreadful atrocious
appalling* abysmal pathetic ridiculous* incompetent clueless dishonest fraud scam scammed rip_off ripoff rip_offs ripped_off liar* lied
steal stole stolen thieves theft shady food_poisoning poisoned vomit* threw_up sick cockroach* roach* bed_bug* bedbug* mice
mold mould infest* vile worst waste_of wasted never_again never_return never_going_back never_go_back never_coming_back
never_come_back zero_stars no_stars one_star 1_star joke insult* unethical negligent nightmare ruined disaster damage*
walked_out left_hungry threw_it_away threw_away money_back refund unprofessionalism avoid_at_all stay_away_from
do_not_go do_not_waste do_not_bother do_not_recommend bait_and_switch`,
  },
}
