/**
 * The passwords that people and lists try first: number rows, keyboard rows, names, words of the four languages, and
 * the words of clinics and of this product (TRUST D3). In lower case; ordered by kind, not by frequency.
 */
const LISTS = `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 123123 123321 123654 123789 123456a 123456q 123456z 123qwe 1234qwer
112233 11223344 1122334455 111111 1111111 11111111 111222 121212 131313 147147 147258 147258369 159159 159357 159753 202020 212121
222222 232323 252525 333333 444444 454545 456456 456789 555555 654321 666666 696969 741852 741852963 753951 777777 7777777 789456
789456123 852456 888888 88888888 963852 987654 987654321 9876543210 999999 99999999 000000 00000000 010101 020202 101010 100200
1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 qazwsx qazwsxedc zaq12wsx zaq1zaq1 qweasd qweasdzxc qwe123 qwer1234
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyu qwertyui qwertyuiop qwertz qwertzu qwertzui qwertzuiop azerty asdfgh asdfghj
asdfghjk asdfghjkl asdf1234 asd123 asdasd zxcvbn zxcvbnm zxc123 yxcvbn yxcvbnm йцукен йцукенг йцукенгш фывапр ячсмить
abc123 abc1234 abcd1234 abcdef abcdefg abcdefgh abcabc aaaaaa aaaaaaaa a1b2c3 a1b2c3d4 a12345 a123456 aa123456 abcde12345 asd12345
password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 passwort passwort1 passwort123 parola parola1
parola123 şifre şifre1 sifre1 sifre123 sifre1234 пароль пароль1 пароль123 parol parol123 geheim geheim1 geheim123 secret secret1 letmein
welcome welcome1 welcome123 willkommen willkommen1 hosgeldin hoşgeldin hosgeldiniz access access14 login login123 changeme default
admin admin1 admin12 admin123 admin1234 administrator root123 toor123 test123 test1234 testtest tester guest123 user123 user1234 demo123
sample master master1 monkey dragon shadow sunshine princess football baseball superman batman pokemon starwars iloveyou iloveyou1
lovely loveme trustno1 whatever freedom michael jennifer jordan jordan23 hunter hunter2 killer charlie ashley daniel jessica andrea
joshua matthew robert thomas george nicole samsung google facebook internet computer mustang corvette mercedes ferrari porsche
galatasaray galatasaray1905 fenerbahce fenerbahce1907 fenerbahçe besiktas besiktas1903 beşiktaş trabzonspor trabzon61 istanbul istanbul34
ankara06 izmir35 bursa16 ataturk atatürk mustafa mustafakemal turkiye türkiye turkey türkiyem 1923turkiye canim canım askim aşkım
aşkımsın seniseviyorum seni1seviyorum bismillah allah1 mehmet ahmet123 mehmet123 ayse123 fatma123 mustafa123 zeynep emirhan
hallo123 hallo1 hallo1234 schatz schatzi liebling sommer sommer2024 sommer2025 sommer2026 winter winter2024 winter2025 winter2026 berlin
hamburg münchen muenchen bayern dortmund schalke04 werder fussball fußball ficken arschloch deutschland germany
lublyu любовь привет привет1 наташа татьяна андрей сергей максим александр алексей дмитрий екатерина россия москва спартак zenit
zenit2008 spartak natasha1 marina privet123 ghbdtn gfhjkm vfrcbv yfnfif
london london1 england chelsea arsenal liverpool liverpool1 manchester everton rangers celtic
summer2024 summer2025 summer2026 spring2024 spring2025 spring2026 autumn2025 autumn2026 winter123 january1 monday1 monday123
bedside bedside1 bedside12 bedside123 bedside1234 clinic clinic1 clinic123 clinic1234 klinik klinik1 klinik123 klinik1234 klinika клиника
clinica doctor doctor1 doctor123 doktor doktor1 doktor123 доктор врач123 arzt123 aerztin ärztin hekim hekim1 hekim123 hastane hastane1
hastane123 hospital hospital1 hospital123 krankenhaus krankenhaus1 больница bolnica patient patient1 patient123 hasta123 hasta1234
пациент randevu randevu1 randevu123 termin termin123 praxis praxis1 praxis123 praxis1234 muayene muayene1 saglik sağlık saglik123
gesundheit gesundheit1 health health1 health123 здоровье nurse123 hemsire hemşire eczane eczane123 apotheke apotheke1 pharmacy medical
medical1 medicine medizin medizin1 medisoft medisoft1 sekreter sekreter1 desk123 reception reception1 empfang empfang1 resepsiyon
`

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LISTS.split(/\s+/).filter((word) => word !== ''))
