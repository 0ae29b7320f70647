package chess
import ("testing";"os";"strings")
func TestZZHorde(t *testing.T) {
	b, _ := os.ReadFile("/tmp/w/shak/shakmaty/tests/horde_insufficient_material.csv")
	bad := 0; n := 0
	sig := map[string]bool{}
	for _, l := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		f := strings.Split(l, ",")
		p, err := Horde.ParseFEN(f[0])
		if err != nil { t.Error(l, err); bad++; if bad > 10 {t.FailNow()}; continue }
		n++
		s := strings.Map(func(r rune) rune { if strings.ContainsRune("/12345678 ", r) {return -1}; return r }, strings.Fields(f[0])[0])
		_ = s
		if p.CanWin(White) == (f[1] == "true") { bad++; if bad < 20 {t.Error(l)} }
		c := p.census()
		k := ""
		for col := range 2 { for ty := Pawn; ty <= Queen; ty++ { k += string(rune('0'+min(c.of[col][ty],9))) }; k += string(rune('0'+c.bishops[col][0])) }
		sig[k] = true
	}
	t.Log(n, bad, len(sig))
}
