package chess

import "encoding/json"

// A jsonHeat is a Heat in JSON.
type jsonHeat struct {
	Values map[Square]jsonFloat `json:"values"`
	Scale  jsonFloat            `json:"scale,omitzero"`
	plainHeat
}

type plainHeat Heat

// MarshalJSON writes an object with the names of the fields in lower camel case,
// Values as an object by square, {"e4": 0.5}. What is no finite number is one of the
// strings "+Inf", "-Inf" and "NaN".
func (h Heat) MarshalJSON() ([]byte, error) {
	out := jsonHeat{Scale: jsonFloat(h.Scale), plainHeat: plainHeat(h)}
	if h.Values != nil {
		out.Values = map[Square]jsonFloat{}
	}
	for sq, v := range h.Values {
		out.Values[sq] = jsonFloat(v)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *Heat) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonHeat
	if err := readJSON(data, &read, "Heat"); err != nil {
		return err
	}
	*h = Heat(read.plainHeat)
	h.Scale = float64(read.Scale)
	if read.Values != nil {
		h.Values = map[Square]float64{}
	}
	for sq, v := range read.Values {
		h.Values[sq] = float64(v)
	}
	return nil
}
